import type { FailureReason, Side } from '@sixpence/contracts/http/documents';
import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { documentLimits } from '@sixpence/contracts/limits';
import type { MoneyShape } from '@sixpence/contracts/money';
import { failureReasons } from '@sixpence/contracts/printing/failure-reasons';
import { inLanguage } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';
import { pagesInWords } from '@sixpence/theme/shared-words.en';

export const howToPrintWords = inLanguage('howToPrintWords', {
  title: 'How to print',
  steps: [
    'E-mail or upload documents',
    'Select sides and colour',
    'Get a secure code',
    'Enter the code on the printer',
  ],
});

/** The words of the documents card around its rows. */
export const documentsCardWords = inLanguage('documentsCardWords', {
  title: 'Documents to print',
  empty: 'Nothing here yet. A document is ready a few seconds after it is uploaded.',
  loading: 'Loading your documents',
  notLoaded: 'Your documents could not be loaded.',
  tryAgain: 'Try again',
  pagesNotRemoved: 'The pages could not be removed.',
  pagesNotRemovedAdvice: 'The document is as it was. Try again in a moment.',
});

export const balanceLinkWords = inLanguage('balanceLinkWords', {
  balance: 'Balance',
  unknown: 'not known yet',
  and: 'and',
  more: 'Credits',
});

export const codeWords = inLanguage('codeWords', {
  title: 'Your code',
  none: 'No code yet',
  lead: 'Six digits to type at the printer. They work once, for a few minutes.',
  loading: 'Getting your code',
  failed: 'Error',
  failedAdvice: 'No code could be made. Try again in a moment.',
  used: (printer: string) => `Your code was used at ${printer}. It works once.`,
  runOut: 'Your code has run out. Your documents are still here.',
  get: 'Get code',
  toCode: 'Your code',
  goodFor: 'Good for',
  reset: 'Reset Code',
  copy: 'Copy',
  copied: 'Copied',
  cannotCopy: 'Cannot copy',
});

/** The explanation that each browser shows once. */
export const howToUseCodeWords = inLanguage('howToUseCodeWords', {
  title: 'How to use your code',
  close: 'Close',
  press: 'Press the',
  pinkButton: 'pink button',
  onScreen: 'on the printer screen.',
  enter: 'Enter the code and press',
  login: 'LOGIN',
  select: 'Select the files to print.',
  gotIt: 'Got it',
});

export const documentWords = inLanguage('documentWords', {
  seePages: (fileName: string) => `See the pages of ${fileName}`,
  closePages: (fileName: string) => `Close the pages of ${fileName}`,
  delete: (fileName: string) => `Delete ${fileName}`,
  move: (fileName: string) => `Move ${fileName}: up and down`,
  moveHow: 'Draw it up or down, press the arrow keys, or click to put it on top',
  cancelUpload: (fileName: string) => `Do not send ${fileName}`,
  takingPagesOut: 'Taking pages out',
  printed: 'printed',
  restFailed: {
    why: 'Some pages were printed; the rest could not be prepared.',
    remedy: 'See its pages, and close them to print those that are left.',
  },
  /** The space left: for this number of documents, and for this number of megabytes. */
  spaceLeft: ({ documents, megabytes }: { documents: number; megabytes: number }) => {
    const { activeDocuments } = documentLimits;
    return `${activeDocuments - documents} of ${activeDocuments} documents, ${megabytes} MB left.`;
  },
  noRoom: 'No room left. Delete a document to upload another.',
  keptUntil: (moment: string) => `kept until ${moment}`,
  waiting: 'Waiting for its turn',
  sending: 'Sending',
  preparing: 'Preparing, ready in a few seconds',
  preparingLate: 'Still preparing, longer than usual. You can leave this page; it goes on.',
});

/** The names of the sides, in the specification's words. */
export const sideNames = inLanguage<Record<Side, string>>('sideNames', {
  '1-Sided': '1-Sided',
  '2-Sided': '2-Sided',
});

export const colorNames = inLanguage('colorNames', { mono: 'Black-White', color: 'Color' });

/** The reason why a document could not be prepared, and advice. */
export const failureWords = inLanguage<Readonly<Record<FailureReason, { why: string; remedy: string }>>>(
  'failureWords',
  failureReasons,
);

/** The words of the list of jobs. The sentences about a job are shared with the panel. */
export const jobsWords = inLanguage('jobsWords', {
  title: 'At the printer',
  showMore: (count: number) => `Show ${count} more`,
  stalled: 'Your money stays set aside for 10 minutes; what does not print comes back.',
  progress: (fileName: string) => `Pages printed of ${fileName}`,
});

export const printAddressWords = inLanguage('printAddressWords', {
  label: 'E-mail documents to',
  copy: 'Copy address',
  copied: 'Copied',
  cannotCopy: 'Cannot copy here',
});

export const newsWords = inLanguage('newsWords', {
  ready: (fileName: string) => `${fileName} is ready.`,
  failed: (fileName: string, why: string) => `${fileName} could not be prepared. ${why}`,
});

export const optionsWords = inLanguage('optionsWords', {
  group: 'Print options',
  sides: 'Sides',
  color: 'Colour',
});

export const pagesWords = inLanguage('pagesWords', {
  group: (fileName: string) => `Pages of ${fileName}`,
  page: (page: number) => `Page ${page}`,
  printedPage: (page: number) => `Page ${page}, printed`,
  printed: 'printed',
  oneStays: 'One page always stays.',
  lookAt: (page: number) => `Look at page ${page} closely`,
  look: 'Look closely',
  noPicture: 'No picture just now',
  close: 'Close',
  picture: (page: number, fileName: string) => `Page ${page} of ${fileName}`,
  place: (page: number, count: number) => `Page ${page} of ${count}`,
  previous: 'Previous page',
  next: 'Next page',
  print: 'Print this page',
  printAgain: 'Print this page again, and pay for it again',
  only: 'Print only these pages',
  onlyHint: (count: number) => `For example 1-3, 7. There are ${count}.`,
  onlyWrong: (count: number) => `Write pages from 1 to ${count} like this: 1-3, 7`,
  keepOnly: 'Keep only these',
});

/** The number of pages that print, with a hint. */
export const selectionInWords = inLanguage('selectionInWords', (kept: number, count: number): string => {
  if (count === 1) return 'This page prints.';
  if (kept === count) return 'All pages print. Click a page to leave it out.';
  return `${kept} of ${count} pages print. Close to leave out the others.`;
});

/**
 * The same words after a partial print. `again` is the number of ticked pages that were printed and paid
 * before.
 */
export const restSelectionInWords = inLanguage(
  'restSelectionInWords',
  (kept: number, again: number): string => {
    const prints = `${pagesInWords(kept)} ${kept === 1 ? 'prints' : 'print'}.`;
    if (again === 0)
      return `${prints} Printed pages are left out: click one to print it, and pay for it, again.`;
    return `${prints} ${again === 1 ? 'One of them was' : `${again} of them were`} printed before and will be paid for again.`;
  },
);

/** For a user who scanned the QR code of a panel before sign-in. */
export const finishWords = inLanguage('finishWords', {
  scanned: 'You scanned the QR code of a printer.',
  finish: 'Finish at the printer',
  short: (shortfall: MoneyShape) => `You are ${formatMoney(shortfall)} short at the printer.`,
  topUp: 'Top up',
});

export const printersWords = inLanguage('printersWords', {
  title: 'Where you print',
  costs: 'Your list costs',
  close: 'Close',
});

/** The words of the choice of sites. */
export const placeWords = inLanguage('placeWords', {
  none: 'Before you walk over, see which printers are ready and what your list costs there.',
  open: 'Choose a place',
  close: 'Close the search',
  label: 'Name of the place',
  add: (place: string) => `Show ${place}`,
  addShort: 'Show',
  remove: (place: string) => `Remove ${place}`,
  removeShort: 'Remove',
  full: 'You have chosen ten places. Please remove one first.',
  failed: 'That could not be saved. Please try again.',
});

/** The number of sites that match the letters; without letters, the heading of the chosen sites. */
export const foundWords = inLanguage('foundWords', (count: number, letters: string): string => {
  if (letters === '') return count === 0 ? 'Type a part of its name.' : 'You have chosen:';
  if (count === 0) return 'There is no such place. Try fewer letters.';
  return count === 1 ? 'One place:' : `${count} places:`;
});

/** Tells that a printer works again after the user left it without a print. */
export const backWords = inLanguage('backWords', (printer: string, site: string): string => {
  return `${printer} at ${site} is back. You can print there again.`;
});

/** The abilities of a printer: `Colour, two-sided`. Undefined while they are unknown. */
export const abilitiesInWords = inLanguage(
  'abilitiesInWords',
  ({ color, duplex }: Pick<OwnPrinter, 'color' | 'duplex'>): string | undefined => {
    if (color === null || duplex === null) return undefined;
    return `${color ? 'Colour' : 'Black-and-white'}, ${duplex ? 'two-sided' : 'one-sided only'}`;
  },
);

export const uploadWords = inLanguage('uploadWords', {
  drop: 'Upload documents here',
  byMouse: 'Click, drop, or paste.',
  byTouch: 'Tap to choose.',
  hint: (accepted: string) => `${accepted}; 50 MB each.`,
  camera: 'Take a photo',
  shared: (fileNames: string) => `Shared with Sixpence: ${fileNames}`,
  sendShared: 'Upload',
  leaveShared: 'Leave out',
});

/** The two sentences of specification §8 about uploads. */
export const uploadSentences = inLanguage('uploadSentences', {
  notSupported: 'File type not supported',
  failed: 'File upload failed.',
});

const byStatus = {
  0: 'Check your connection and try again.',
  400: 'Give the file a plain name and try again.',
  409: 'You have no room left for it: delete some documents, then try again.',
  413: 'It is larger than 50 MB: make it smaller, or split it.',
  429: 'That was a lot at once: wait a minute, then try again.',
  507: 'Our storage is full for the moment: try again in a minute.',
};

/** Advice for a failed upload; `of` by the HTTP status. */
export const remedies = inLanguage('remedies', {
  type: 'A PDF or a JPEG always works.',
  heic: 'These are HEIC pictures, as iPhones make them: share them as JPEG, or choose Settings, Camera, Formats, Most Compatible.',
  other: 'Try again in a minute.',
  of: byStatus,
  cannotPrint: (fileNames: string, remedy: string) => `${fileNames} cannot be printed. ${remedy}`,
  notSent: (fileNames: string, remedy: string) => `${fileNames}: not sent. ${remedy}`,
});
