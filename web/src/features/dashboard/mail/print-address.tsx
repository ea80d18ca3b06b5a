import { useQuery } from '@tanstack/react-query';
import { MailIcon } from 'lucide-react';
import { get } from '../../../lib/http.js';
import { CopyButton } from '../copy-button.js';
import { mailWords } from './mail-words.js';
import styles from './print-address.module.css';

/** Where documents are mailed to; nothing where no mail is taken, or as long as it is not known. */
export function PrintAddress() {
  const { data } = useQuery({
    queryKey: ['print-address'],
    queryFn: ({ signal }) => get('/print-address', undefined, signal),
    staleTime: Infinity,
  });
  if (!data || data.address === null) return null;
  return (
    <p className={styles.line}>
      <span>
        <MailIcon size={20} aria-hidden className={styles.icon} /> {mailWords.label}{' '}
        <strong className={styles.address}>{data.address}</strong>
      </span>
      <CopyButton text={data.address} words={mailWords} size="compact-sm" />
    </p>
  );
}
