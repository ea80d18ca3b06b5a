import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { extensionsOf, fileFormats } from '../file-formats.js';
import { heading, list, paragraph, say, steps, strong, to } from '../write.js';

export const howToConvertToPdf: Content = {
  path: '/how-to-convert-to-pdf',
  changed: '2026-11-25',
  blocks: [
    paragraph`You do not have to convert anything: uploading converts by itself. Pictures, including webp, and office documents become a PDF on the way in, and the preview shows what will come out of the printer.`,
    heading('image-converter', 'The image converter tool'),
    paragraph`It is part of uploading. It takes files that end in ${extensionsOf('pictures').join(', ')}.`,
    steps({
      upload: say`On your ${to('/dashboard', 'dashboard')}, press ${strong('Upload documents here')} and choose your pictures. Several at once are fine.`,
      wait: say`A few seconds later each one is a document of its own, on an A4 page of the picture's own orientation: upright, centred, and as large as fits.`,
      preview: say`Click the preview eye icon to see it.`,
    }),
    heading('formats', 'Everything that is converted'),
    fileFormats(),
    heading('by-hand', 'When you would rather do it yourself'),
    paragraph`A PDF looks the same everywhere, because its fonts are in it. If an office document looks different from what you know, save it as a PDF where you wrote it, and upload that.`,
    list(
      say`${strong('Word, Excel, PowerPoint:')} File, then Save as or Export, then PDF.`,
      say`${strong('Google Docs, Sheets, Slides:')} File, then Download, then PDF document.`,
      say`${strong('Pages, Numbers, Keynote:')} File, then Export to, then PDF.`,
      say`${strong('HEIC pictures of an iPhone:')} they cannot be printed as they are. Save the picture as a JPEG, or choose Most Compatible under Settings, Camera, Formats, before you take the next one.`,
    ),
    paragraph`A file can have ${facts.fileSize} and ${facts.pages}.`,
  ],
  seeAlso: ['/fit-pdf-content', '/printing-emails-webpages', '/documents-missing-on-dashboard'],
};
