import type { SellerAnswer } from '@sixpence/contracts/http/seller';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';
import styles from './content.module.css';
import { contentWords } from './content-words.en.js';

/** The operator of the service, fetched from core because core's configuration names it. */
export function Seller() {
  const seller = useSeller();
  if (typeof seller === 'string') {
    return (
      <div className={styles.seller}>
        <span className={styles.scripted}>{seller}</span>
        <noscript>{contentWords.sellerWithoutScript}</noscript>
      </div>
    );
  }
  const { name, address, vatNumber, email } = seller;
  return (
    <address className={styles.seller}>
      <strong>{name}</strong>
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {vatNumber === null ? null : <span>{contentWords.vatNumber(vatNumber)}</span>}
      {email === null ? null : <a href={`mailto:${email}`}>{email}</a>}
    </address>
  );
}

/** Core's answer, or a sentence while it loads and when it fails. */
function useSeller(): SellerAnswer | string {
  const [seller, setSeller] = useState<SellerAnswer | string>(contentWords.sellerToCome);
  useEffect(() => {
    const leaving = new AbortController();
    get('/seller', undefined, leaving.signal).then(setSeller, (error: unknown) => {
      if (leaving.signal.aborted) return;
      console.warn('The operator of the service could not be fetched', error);
      setSeller(contentWords.sellerNotLoaded);
    });
    return () => leaving.abort();
  }, []);
  return seller;
}
