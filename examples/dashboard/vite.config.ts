import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // A test limits the compressed size of all files together.
  build: { chunkSizeWarningLimit: 2000 },
})
