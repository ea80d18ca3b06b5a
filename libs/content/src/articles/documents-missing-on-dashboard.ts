import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, note, paragraph, say, strong, to } from '../write.js';

export const documentsMissingOnDashboard: Content = {
  path: '/documents-missing-on-dashboard',
  changed: '2026-11-26',
  blocks: [
    paragraph`A document that you uploaded or e-mailed is not in your list? The cause is nearly always one of these.`,
    heading('password', 'It is password protected'),
    paragraph`A file must not be password protected: we cannot open it, and neither can the printer. Save a copy without the password, and upload that. A PDF that only forbids changes is fine.`,
    heading('format', 'Its format is not supported'),
    paragraph`The file must be in ${to('/documents-missing-on-printer', 'a supported format', 'formats')}. Otherwise the dashboard says ${strong('File type not supported')}. A PDF or a picture always works, except for HEIC: see ${to('/how-to-convert-to-pdf')}.`,
    heading('time', 'It needs a moment'),
    paragraph`Allow some processing time. Most documents are ready within a few seconds; a long one can take a minute. You can leave the page meanwhile: we go on preparing the document.`,
    heading('mail', 'It was sent by e-mail'),
    list(
      say`Send it from an address of your account. You can add others on the ${to('/account')} page.`,
      say`If a mail is refused, your own mail service tells you so, with the reason. Look into your inbox.`,
      say`At most twenty files of a mail are taken, and ${facts.fileSize} together. Files that the mail only links to are not taken: attach the files themselves.`,
    ),
    heading('limits', 'It is too large, or your list is full'),
    list(
      say`A file can have ${facts.fileSize} and ${facts.pages}.`,
      say`You can have ${facts.documents} at a time, ${facts.allFiles} together. Delete some to make room.`,
      say`A document leaves your list ${facts.documentLife} after it arrived. Upload it again.`,
    ),
    note`A document that could not be prepared stays in your list and says why, with what to do.`,
  ],
  seeAlso: ['/documents-missing-on-printer', '/how-to-convert-to-pdf'],
};
