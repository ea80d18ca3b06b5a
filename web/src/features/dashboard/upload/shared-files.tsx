import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { StatusMessage } from '../../../components/status-message.js';
import { takeSharedFiles } from './taken-shared-files.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { uploadWords } from '../dashboard-words.en.js';

/**
 * Files that another program shared, with the question whether to upload them. The question is necessary,
 * because a foreign web page can share files too. The service worker, registered here, makes sharing possible
 * from the first visit.
 */
export function SharedFiles({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const checkSession = useSessionCheck();

  useEffect(() => {
    const loadSharedFiles = async () => {
      const sharedFiles = await takeSharedFiles();
      if (sharedFiles.length > 0) setFiles(sharedFiles);
      if ('serviceWorker' in navigator) await navigator.serviceWorker.register('/sw.js');
    };
    loadSharedFiles().catch((error: unknown) =>
      console.warn('This browser cannot share files to Sixpence', error),
    );
  }, []);

  if (files.length === 0) return null;

  function send() {
    setFiles([]);
    onFiles(files);
  }

  function leaveOut() {
    void checkSession();
    setFiles([]);
  }

  return (
    <StatusMessage
      advice={
        <Group gap="xs">
          <Button size="xs" disabled={disabled} onClick={send}>
            {uploadWords.sendShared}
          </Button>
          <Button size="xs" variant="default" disabled={disabled} onClick={leaveOut}>
            {uploadWords.leaveShared}
          </Button>
        </Group>
      }
    >
      {uploadWords.shared(files.map(({ name }) => name).join(', '))}
    </StatusMessage>
  );
}
