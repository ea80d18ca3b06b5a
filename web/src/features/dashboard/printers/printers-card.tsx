import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { OwnPrinter, OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import { PrinterState } from '@sixpence/theme/printer-state';
import { PrinterReturns } from './printer-returns.js';
import { listPrice } from './list-price.js';
import styles from './printers-card.module.css';
import { abilitiesInWords, placeWords, printersWords } from '../dashboard-words.en.js';
import { SiteChooser } from './site-chooser.js';

/**
 * The state of the printers at the user's sites, the price of the list at each, and the choice of more sites.
 */
export function PrintersCard(props: {
  own: OwnPrintersAnswer;
  listed: readonly DocumentRow[];
  disabled: boolean;
}) {
  const { own, listed, disabled } = props;
  return (
    <section className={styles.card} aria-labelledby="where-you-print">
      <h2 id="where-you-print" className={styles.title}>
        {printersWords.title}
      </h2>
      <PrinterReturns disabled={disabled} />
      {own.printers.length === 0 ? (
        <p className={styles.detail}>{placeWords.none}</p>
      ) : (
        <ul className={styles.printers}>
          {own.printers.map((printer) => (
            <Printer key={printer.id} printer={printer} price={listPrice(own, printer, listed)} />
          ))}
        </ul>
      )}
      <SiteChooser disabled={disabled} />
    </section>
  );
}

function Printer({ printer, price }: { printer: OwnPrinter; price: Amount | undefined }) {
  const details = [printer.site, abilitiesInWords(printer)].filter((words) => words !== undefined);
  return (
    <li className={styles.printer}>
      <span className={styles.name}>
        <PrinterState printer={printer} />
      </span>
      <span className={styles.detail}>{details.join(' · ')}</span>
      {price === undefined ? null : (
        <span className={styles.detail}>
          {printersWords.costs}{' '}
          <b className={styles.price}>
            <Money amount={price} />
          </b>
        </span>
      )}
    </li>
  );
}
