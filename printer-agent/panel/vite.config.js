import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The agent serves the built panel under this base; `?story=<name>` on the development server shows one screen. */
export default defineConfig({
  base: '/panel-app/',
  plugins: [react()],
  server: { host: '127.0.0.1' },
});
