import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import type { MailChoices } from '@sixpence/contracts/http/intake';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../../lib/http.js';
import { AccountSection } from '../account-section.js';
import { useAct } from '../use-act.js';
import { accountMailWords } from '../account-words.en.js';

const choicesKey = ['mail-choices'];

/**
 * Two choices: whether mailed documents are accepted, and whether they are answered. Hidden where the service
 * has no mail address, and until the choices are loaded.
 */
export function MailSection() {
  const { busy, outcome, act } = useAct();
  const queries = useQueryClient();
  const { data: printAddress } = useQuery({
    queryKey: ['print-address'],
    queryFn: ({ signal }) => get('/print-address', undefined, signal),
    staleTime: Infinity,
  });
  const { data: choices } = useQuery({
    queryKey: choicesKey,
    queryFn: ({ signal }) => get('/mail-choices', undefined, signal),
  });
  if (!choices || !printAddress || printAddress.address === null) return null;

  const choose = (change: Partial<MailChoices>, done: string) =>
    act({
      name: Object.keys(change).join(),
      done,
      action: async () => {
        const changed = { ...choices, ...change };
        await post('/mail-choices', changed);
        queries.setQueryData(choicesKey, changed);
      },
    });

  return (
    <AccountSection title={accountMailWords.title} lead={accountMailWords.lead(printAddress.address)}>
      <Checkbox
        label={accountMailWords.takes}
        checked={choices.takesMail}
        disabled={busy !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          void choose({ takesMail: checked }, checked ? accountMailWords.taken : accountMailWords.notTaken)
        }
      />
      <Checkbox
        label={accountMailWords.answers}
        checked={choices.answersMail}
        disabled={busy !== undefined || !choices.takesMail}
        onChange={({ currentTarget: { checked } }) =>
          void choose(
            { answersMail: checked },
            checked ? accountMailWords.answered : accountMailWords.notAnswered,
          )
        }
      />
      {outcome}
    </AccountSection>
  );
}
