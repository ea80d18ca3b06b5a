import { type MouseEvent, type ReactNode, useState } from 'react';
import { getFile } from '../../../lib/http.js';
import { useSessionGuard } from '../../../lib/session-guard.js';

/** A link that saves a file. `onFailure` is called when it cannot be fetched. */
export function FileLink(props: {
  address: string;
  /** The file name when the server names none. */
  name: string;
  onFailure: () => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { address, name, onFailure, className, children } = props;
  const guard = useSessionGuard();
  const [busy, setBusy] = useState(false);

  async function fetchAndSave(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await guard(async () => {
        const file = await getFile(address);
        save(file.bytes, file.name ?? name);
      });
    } catch (error) {
      console.warn('A file could not be fetched', error);
      onFailure();
    } finally {
      setBusy(false);
    }
  }

  return (
    <a
      href={address}
      download={name}
      className={className}
      aria-busy={busy}
      onClick={(event) => void fetchAndSave(event)}
    >
      {children}
    </a>
  );
}

function save(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
