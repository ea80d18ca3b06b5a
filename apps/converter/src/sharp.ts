import { createRequire } from 'node:module';
import type sharpByName from 'sharp';

/** sharp as its package gives it to `require`. To import it takes a document's process twice the work. */
export const sharp = createRequire(import.meta.url)('sharp') as typeof sharpByName;
