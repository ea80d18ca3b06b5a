import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const printingEmailsWebpages: Content = {
  path: '/printing-emails-webpages',
  changed: '2026-11-23',
  blocks: [
    paragraph`Save an e-mail or a web page as a PDF first, then ${to('/dashboard', 'upload that')}. You see in the preview what will come out, and pay for nothing else.`,
    heading('computer', 'On a computer'),
    steps({
      open: say`Open the e-mail or the web page, and press ${strong('Ctrl+P')}, or ${strong('Command+P')} on a Mac.`,
      'save-as-pdf': say`As the printer, choose ${strong('Save as PDF')} (on Windows maybe ${strong('Microsoft Print to PDF')}), and save the file.`,
      upload: say`Upload the file on your dashboard.`,
    }),
    heading('phone', 'On a phone'),
    list(
      say`${strong('iPhone and iPad:')} Share, then Print; spread two fingers over the preview, then share that to Files or to Mail.`,
      say`${strong('Android:')} the menu of the app, then Print or Share and Print; choose Save as PDF at the top.`,
    ),
    heading('by-mail', 'Or forward the e-mail'),
    paragraph`An e-mail that is nothing but text can be forwarded to the print address, which your dashboard shows: it becomes a document, with who wrote it, when, and about what. Pictures and layout are lost on that way, so save it as a PDF if they matter.`,
    heading('attachments', 'The attachments of an e-mail'),
    paragraph`Forward the e-mail to the print address. What is attached to it and can be printed becomes documents in your list.`,
    note`Leave out advertisements and empty pages at the end with the preview eye icon: see ${to('/how-to-remove-pages')}.`,
  ],
  seeAlso: ['/how-to-convert-to-pdf', '/how-to-remove-pages', '/fit-pdf-content'],
};
