import { fileTypeOf } from '@sixpence/contracts/file-types';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { FileTextIcon, ImageIcon, TriangleAlertIcon } from 'lucide-react';
import { useState } from 'react';
import styles from './document-row.module.css';

/**
 * The picture of a document: its first page, or an icon of its kind. It has no text, because the file name is
 * beside it.
 */
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
