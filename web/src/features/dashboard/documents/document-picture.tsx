import { fileTypeOf } from '@sixpence/contracts/file-types';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { FileTextIcon, ImageIcon, TriangleAlertIcon } from 'lucide-react';
import { useState } from 'react';
import styles from './document-row.module.css';

/** What a document looks like: its first page, or while that is not there its kind. Its name says the same in words. */
export function DocumentPicture({ document }: { document: DocumentRow }) {
  const { fileName, status, pagePreviews } = document;
  const address = status === 'ready' ? pagePreviews[0] : undefined;
  const [missing, setMissing] = useState<string>();
  if (status === 'failed')
    return <TriangleAlertIcon className={styles.failed} size={28} strokeWidth={1.6} aria-hidden />;
  if (address !== undefined && address !== missing) {
    return (
      <img
        className={styles.picture}
        src={`${address}?size=tile`}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setMissing(address)}
      />
    );
  }
  const Icon = fileTypeOf(fileName)?.shownAs === 'pictures' ? ImageIcon : FileTextIcon;
  return <Icon className={styles.icon} size={28} strokeWidth={1.6} aria-hidden />;
}
