import { useQuery } from '@tanstack/react-query';
import { MailIcon } from 'lucide-react';
import { get } from '../../../lib/http.js';
import { CopyButton } from '../copy-button.js';
import { printAddressWords } from '../dashboard-words.en.js';
import styles from './print-address.module.css';

/** A placeholder of usual length, which reserves the space while the address loads. */
const someAddress = 'print@print.example.com';

/**
 * The address for documents by mail. Hidden where the service takes no mail, and when the address cannot be
 * fetched.
 */
export function PrintAddress({ disabled }: { disabled: boolean }) {
  const { data, isPending } = useQuery({
    queryKey: ['print-address'],
    queryFn: ({ signal }) => get('/print-address', undefined, signal),
    staleTime: Infinity,
  });
  const address = isPending ? someAddress : data?.address;
  if (address === undefined || address === null) return null;
  return (
    <p className={styles.line} data-to-come={isPending || undefined}>
      <span>
        <MailIcon size={20} aria-hidden className={styles.icon} /> {printAddressWords.label}{' '}
        <strong className={styles.address}>{address}</strong>
      </span>
      <CopyButton text={address} words={printAddressWords} size="compact-sm" disabled={disabled} />
    </p>
  );
}
