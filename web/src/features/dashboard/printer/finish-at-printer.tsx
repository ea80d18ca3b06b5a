import { shortfallAnchor } from '@sixpence/contracts/shortfall';
import { useState } from 'react';
import { StatusMessage } from '../../../components/status-message.js';
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
        <StatusMessage advice={<PageLink to="/qrlogin">{finishWords.finish}</PageLink>}>
          {finishWords.scanned}
        </StatusMessage>
      ) : null}
      {shortfall ? (
        <StatusMessage
          advice={
            <PageLink to="/credits" anchor={shortfallAnchor(shortfall)}>
              {finishWords.topUp}
            </PageLink>
          }
        >
          {finishWords.short(shortfall)}
        </StatusMessage>
      ) : null}
    </>
  );
}
