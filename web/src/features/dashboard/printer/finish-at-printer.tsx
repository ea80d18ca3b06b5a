import { useState } from 'react';
import { Note } from '../../../components/note.js';
import { PageLink } from '../../../components/page-link.js';
import { scannedCode } from '../../../lib/scanned-code.js';
import { finishWords } from './finish-words.js';

/** The way on for somebody who scanned a printer's QR code, and had to sign in first. */
export function FinishAtPrinter() {
  const [waits] = useState(() => scannedCode() !== undefined);
  if (!waits) return null;
  return <Note advice={<PageLink to="/qrlogin">{finishWords.finish}</PageLink>}>{finishWords.scanned}</Note>;
}
