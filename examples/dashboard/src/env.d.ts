interface ImportMetaEnv {
  /** The address of the service, without a path. */
  readonly VITE_API_URL?: string
}
