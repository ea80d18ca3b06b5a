import { words as shared } from '@sixpence/theme/shared-words.de';
import { words as attract } from './attract/attract-words.de.js';
import { words as comfort } from './comfort/comfort-words.de.js';
import { words as documents } from './documents/documents-words.de.js';
import { words as done } from './done/done-words.de.js';
import { words as wrong } from './done/wrong-words.de.js';
import { words as frame } from './frame/frame-words.de.js';
import { words as keypad } from './keypad/keypad-words.de.js';
import { words as link } from './link/link-words.de.js';
import { words as pairing } from './pairing/pairing-words.de.js';
import { words as panelJob } from './panel-job-words.de.js';
import { words as printing } from './printing/printing-words.de.js';
import { words as refusal } from './refusal-words.de.js';
import { words as trouble } from './trouble/trouble-words.de.js';

/** The German words of the panels. */
export const words = {
  ...shared,
  ...attract,
  ...comfort,
  ...documents,
  ...done,
  ...wrong,
  ...frame,
  ...keypad,
  ...link,
  ...pairing,
  ...panelJob,
  ...printing,
  ...refusal,
  ...trouble,
};
