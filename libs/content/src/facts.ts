import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { documentLimits } from '@sixpence/contracts/limits';

const minutes = (seconds: number) => `${seconds / 60} minutes`;
const hours = (seconds: number) => `${seconds / 3600} hours`;
const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

/**
 * Figures of the service in words, computed from the tables that the service uses, so that pages stay true.
 */
export const facts = {
  documentLife: hours(lifeSeconds.document),
  codeLife: minutes(lifeSeconds.printCode),
  emailCodeLife: minutes(lifeSeconds.emailCode),
  panelIdle: `${lifeSeconds.panelIdle} seconds`,
  stall: minutes(lifeSeconds.stall),
  hold: hours(lifeSeconds.hold),
  session: `${lifeSeconds.session / 86_400} days`,
  addressChange: hours(lifeSeconds.addressChange),
  enquiry: `${Math.round(lifeSeconds.enquiry / ((365 * 86_400) / 12))} months`,
  fileSize: megabytes(documentLimits.fileBytes),
  allFiles: megabytes(documentLimits.activeBytes),
  pages: `${documentLimits.pages} pages`,
  documents: `${documentLimits.activeDocuments} documents`,
} as const;
