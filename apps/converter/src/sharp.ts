import { createRequire } from 'node:module';
import type sharpByName from 'sharp';

/** sharp, loaded by `require`, which takes half the work of `import` in each fenced process. */
export const sharp = createRequire(import.meta.url)('sharp') as typeof sharpByName;
