import { howToGetStarted } from './articles/how-to-get-started.js';
import { howToRemovePages } from './articles/how-to-remove-pages.js';
import { howToTopUp } from './articles/how-to-top-up.js';
import type { Content } from './content.js';

/** Everything there is to read. */
export const contents: readonly Content[] = [howToGetStarted, howToTopUp, howToRemovePages];
