import { useQuery } from '@tanstack/react-query';
import { MailIcon } from 'lucide-react';
import { get } from '../../../lib/http.js';
import { CopyButton } from '../copy-button.js';
import { mailWords } from './mail-words.js';
import styles from './print-address.module.css';

/** As long as an address is, to keep the room of one that is not known yet. */
const someAddress = 'print@print.example.com';

/** Where documents are mailed to; nothing where no mail is taken, or where nobody says so. */
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
        <MailIcon size={20} aria-hidden className={styles.icon} /> {mailWords.label}{' '}
        <strong className={styles.address}>{address}</strong>
      </span>
      <CopyButton text={address} words={mailWords} size="compact-sm" disabled={disabled} />
    </p>
  );
}
