/**
 * @generated SignedSource<<8f3e1ab1901e22d80b6d4616b781941e>>
 * @relayHash c8e3fb1fbe02394a8814de58800db64d
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID b70f2eab45f3b8d544310fd249572958f3bd76712e1c04a30d0bdd129a8636c2

import { ConcreteRequest } from 'relay-runtime';
export type RiskLevel = "CRITICAL" | "HIGH" | "LOW" | "MEDIUM" | "%future added value";
export type UpdateSiteInput = {
  address?: AddressInput | null | undefined;
  clientId?: string | null | undefined;
  dryRun?: boolean;
  expectedUpdatedAt?: string | null | undefined;
  failureThreshold?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  legalName?: string | null | undefined;
  managerId?: string | null | undefined;
  name?: string | null | undefined;
  registrationNumber?: string | null | undefined;
  riskLevel?: RiskLevel | null | undefined;
  vatNumber?: string | null | undefined;
};
export type AddressInput = {
  city?: string | null | undefined;
  region?: string | null | undefined;
  street?: string | null | undefined;
  timezone?: string | null | undefined;
};
export type relayRenameSiteMutation$variables = {
  input: UpdateSiteInput;
};
export type relayRenameSiteMutation$data = {
  readonly updateSite: {
    readonly site: {
      readonly id: string;
      readonly name: string;
    } | null | undefined;
    readonly userErrors: ReadonlyArray<{
      readonly field: ReadonlyArray<string> | null | undefined;
      readonly message: string;
    }>;
  } | null | undefined;
};
export type relayRenameSiteMutation = {
  response: relayRenameSiteMutation$data;
  variables: relayRenameSiteMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": "UpdateSitePayload",
    "kind": "LinkedField",
    "name": "updateSite",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Site",
        "kind": "LinkedField",
        "name": "site",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "name",
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "UserError",
        "kind": "LinkedField",
        "name": "userErrors",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "field",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "message",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "relayRenameSiteMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "relayRenameSiteMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "c8e3fb1fbe02394a8814de58800db64d",
    "id": "b70f2eab45f3b8d544310fd249572958f3bd76712e1c04a30d0bdd129a8636c2",
    "metadata": {},
    "name": "relayRenameSiteMutation",
    "operationKind": "mutation",
    "text": "mutation relayRenameSiteMutation(\n  $input: UpdateSiteInput!\n) {\n  updateSite(input: $input) {\n    site {\n      id\n      name\n    }\n    userErrors {\n      field\n      message\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "7534bbfbaa0cadc4c07b4ed697659375";

export default node;
