import { useQuery } from '@tanstack/react-query';
import { fetchPrintAddress } from './document-calls.js';
import styles from './print-address.module.css';

/** Where documents can be mailed to. A service without an answer shows nothing here. */
export function PrintAddress() {
  const { data: address } = useQuery({
    queryKey: ['print-address'],
    queryFn: fetchPrintAddress,
    staleTime: Infinity,
  });
  if (!address) return null;
  return (
    <p className={styles.line}>
      Or e-mail them to{' '}
      <a className={styles.address} href={`mailto:${address}`}>
        {address}
      </a>
    </p>
  );
}
