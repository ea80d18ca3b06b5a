import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';

/** Whether a provider's chat replaces the help of this site; `none` after a failed call. */
export function useChat(): 'asking' | 'provided' | 'none' {
  const [chat, setChat] = useState<'asking' | 'provided' | 'none'>('asking');
  useEffect(() => {
    const leaving = new AbortController();
    get('/chat', undefined, leaving.signal).then(
      ({ provided }) => setChat(provided ? 'provided' : 'none'),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn('The settings of the chat could not be fetched', error);
        setChat('none');
      },
    );
    return () => leaving.abort();
  }, []);
  return chat;
}
