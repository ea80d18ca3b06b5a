import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { fileFormats } from '../file-formats.js';
import { heading, list, note, paragraph, say, strong, to } from '../write.js';

export const documentsMissingOnPrinter: Content = {
  path: '/documents-missing-on-printer',
  changed: '2026-11-23',
  blocks: [
    paragraph`You entered your code, and a document is not on the printer's screen? Look for it on your ${to('/dashboard', 'dashboard')} first: the printer shows what is ready there.`,
    list(
      say`${strong('It is still being prepared.')} The screen says so, and the document appears by itself.`,
      say`${strong('It says why it cannot be printed.')} Follow what its row on the dashboard says, and upload it again.`,
      say`${strong('It is not on the dashboard either.')} Then see ${to('/documents-missing-on-dashboard')}.`,
      say`${strong('It is older than ' + facts.documentLife + '.')} Documents are deleted then. Upload it again.`,
      say`${strong('It is in another account.')} The code belongs to the account you got it with. Look at the foot of the dashboard, which names it.`,
    ),
    heading('formats', 'Supported file types'),
    fileFormats(),
    note`Anything else, such as HEIC or Pages, has to be saved as a PDF first: see ${to('/how-to-convert-to-pdf')}.`,
  ],
  seeAlso: ['/documents-missing-on-dashboard', '/cannot-login-at-printer'],
};
