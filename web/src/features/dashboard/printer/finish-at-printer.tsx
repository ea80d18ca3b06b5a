import { shortfallAnchor } from '@sixpence/contracts/shortfall';
import { useState } from 'react';
import { Note } from '../../../components/note.js';
import { PageLink } from '../../../components/page-link.js';
import { scannedCode } from '../../../lib/scanned-code.js';
import { scannedShortfall } from '../../../lib/scanned-shortfall.js';
import { finishWords } from '../dashboard-words.en.js';

/** A link for a user who scanned the QR code of a panel before sign-in. */
export function FinishAtPrinter() {
  const [waits] = useState(() => scannedCode() !== undefined);
  const [shortfall] = useState(scannedShortfall);
  return (
    <>
      {waits ? (
        <Note advice={<PageLink to="/qrlogin">{finishWords.finish}</PageLink>}>{finishWords.scanned}</Note>
      ) : null}
      {shortfall ? (
        <Note
          advice={
            <PageLink to="/credits" anchor={shortfallAnchor(shortfall)}>
              {finishWords.topUp}
            </PageLink>
          }
        >
          {finishWords.short(shortfall)}
        </Note>
      ) : null}
    </>
  );
}
