import { defineConfig } from 'vite'

export default defineConfig({
  // The service worker of the dashboard keeps the page of any address.
  publicDir: '../dashboard/public',
})
