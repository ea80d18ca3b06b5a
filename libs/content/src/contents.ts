import { accessibility } from './pages/accessibility.js';
import { cannotLoginAtPrinter } from './articles/cannot-login-at-printer.js';
import { doINeedToDownload } from './articles/do-i-need-to-download.js';
import { documentIsNotPrinting } from './articles/document-is-not-printing.js';
import { documentsMissingOnDashboard } from './articles/documents-missing-on-dashboard.js';
import { documentsMissingOnPrinter } from './articles/documents-missing-on-printer.js';
import { fitPdfContent } from './articles/fit-pdf-content.js';
import { howMuchToPay } from './articles/how-much-to-pay.js';
import { howToCancelPrintJob } from './articles/how-to-cancel-print-job.js';
import { howToCheckBalance } from './articles/how-to-check-balance.js';
import { howToConvertToPdf } from './articles/how-to-convert-to-pdf.js';
import { howToGetStarted } from './articles/how-to-get-started.js';
import { howToPrintMultipleCopies } from './articles/how-to-print-multiple-copies.js';
import { howToRemovePages } from './articles/how-to-remove-pages.js';
import { howToTopUp } from './articles/how-to-top-up.js';
import { printerRanOutOfPaper } from './articles/printer-ran-out-of-paper.js';
import { printingEmailsWebpages } from './articles/printing-emails-webpages.js';
import { privacy } from './pages/privacy.js';
import { solutions } from './pages/solutions.js';
import { terms } from './pages/terms.js';
import { unhideAppleEmail } from './articles/unhide-apple-email.js';
import { whatWeDo } from './pages/what-we-do.js';
import type { Content } from './content.js';

/**
 * All pages with content. The site loads each page separately; this list is for code that reads all of them.
 */
export const contents: readonly Content[] = [
  accessibility,
  privacy,
  solutions,
  terms,
  whatWeDo,
  cannotLoginAtPrinter,
  doINeedToDownload,
  documentIsNotPrinting,
  documentsMissingOnDashboard,
  documentsMissingOnPrinter,
  fitPdfContent,
  howMuchToPay,
  howToCancelPrintJob,
  howToCheckBalance,
  howToConvertToPdf,
  howToGetStarted,
  howToPrintMultipleCopies,
  howToRemovePages,
  howToTopUp,
  printerRanOutOfPaper,
  printingEmailsWebpages,
  unhideAppleEmail,
];
