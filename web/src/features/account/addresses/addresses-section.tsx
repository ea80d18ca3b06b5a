import { Button } from '@mantine/core';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { useRef } from 'react';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { useAct } from '../use-act.js';
import { whenInWords } from '../../../lib/when-in-words.js';
import { AddAddress } from './add-address.js';
import { addressesWords } from '../account-words.en.js';

type Address = AccountDetails['addresses'][number];

/** The user's addresses. Each can sign in; the service writes to the primary one. */
export function AddressesSection({ addresses }: { addresses: Address[] }) {
  const acting = useAct();
  const section = useRef<HTMLElement>(null);

  /** The pressed button disappears, so the section takes the focus. */
  async function act(does: Parameters<typeof acting.act>[0]) {
    if (await acting.act(does)) section.current?.focus();
  }

  return (
    <AccountSection ref={section} title={addressesWords.title} lead={addressesWords.lead}>
      <ul className={styles.list}>
        {addresses.map((address) => (
          <AddressRow
            key={address.address}
            address={address}
            busy={acting.busy}
            makePrimary={(email) =>
              void act({
                name: `primary ${email}`,
                done: addressesWords.madePrimary,
                action: () => post('/address-primary', { email }),
              })
            }
            remove={(email) =>
              void act({
                name: `remove ${email}`,
                done: addressesWords.removed,
                action: () => post('/address-remove', { email }),
              })
            }
          />
        ))}
      </ul>
      {acting.outcome}
      <AddAddress acting={acting} closed={() => section.current?.focus()} />
    </AccountSection>
  );
}

function AddressRow(props: {
  address: Address;
  busy: string | undefined;
  makePrimary: (email: string) => void;
  remove: (email: string) => void;
}) {
  const { busy, makePrimary, remove } = props;
  const { address, isPrimary, isUndeliverable, leavesAt } = props.address;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{address}</span>
        {isPrimary ? <span className={styles.detail}>{addressesWords.primary}</span> : null}
        {isUndeliverable ? <span className={styles.warning}>{addressesWords.undeliverable}</span> : null}
        {leavesAt === null ? null : (
          <span className={styles.detail}>{addressesWords.leaves(whenInWords(leavesAt))}</span>
        )}
      </div>
      {isPrimary || leavesAt !== null ? null : (
        <div className={styles.actions}>
          <Button
            variant="default"
            aria-label={addressesWords.makePrimaryOf(address)}
            loading={busy === `primary ${address}`}
            disabled={busy !== undefined}
            onClick={() => makePrimary(address)}
          >
            {addressesWords.makePrimary}
          </Button>
          <Button
            variant="default"
            aria-label={addressesWords.removeOf(address)}
            loading={busy === `remove ${address}`}
            disabled={busy !== undefined}
            onClick={() => remove(address)}
          >
            {addressesWords.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
