CREATE TABLE "service_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "maintenance_since" TIMESTAMPTZ(3),

    CONSTRAINT "service_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "service_state_one_row" CHECK ("id" = 1)
);

INSERT INTO "service_state" DEFAULT VALUES;
