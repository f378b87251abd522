import { type MouseEvent, useState } from 'react';
import type { Reply } from '#contracts/call.ts';
import type { listFilledAnswers } from '#contracts/desk/canned-answers.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Select } from '#web/ui/controls/field.tsx';
import { insertAnswer } from './insert-answer.ts';

/** An answer kept ready, filled in for a ticket. */
export type Filled = Reply<typeof listFilledAnswers>['data'][number];

interface Before {
  inserted: string;
  tags: string;
  settle: string;
}

interface Props {
  answers: readonly Filled[];
  busy: boolean;
  /** What was chosen when the form was sent, if it comes back. */
  before: Before | undefined;
}

/** Inserts an answer kept ready, and offers what it does besides. Without JavaScript the page comes back with both. */
export function Canned({ answers, busy, before }: Props) {
  const { t } = useI18n();
  const [chosenHere, setChosenHere] = useState<string>();
  const inserted = answers.find(({ id }) => id === (chosenHere ?? before?.inserted));
  const insert = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.form?.elements;
    const [body, chosen] = [fields?.namedItem('body'), fields?.namedItem('canned')];
    if (!(body instanceof HTMLTextAreaElement) || !(chosen instanceof HTMLSelectElement)) return;
    body.value = insertAnswer(body.value, answers.find((one) => one.id === chosen.value)?.body ?? '');
    setChosenHere(chosen.value);
    // The draft is kept on this event.
    body.dispatchEvent(new Event('input', { bubbles: true }));
    body.focus();
  };
  return (
    <>
      <div className="row canned">
        <Select name="canned" label={t('desk.canned_choose')} defaultValue={before?.inserted}>
          {answers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button variant="secondary" name="intent" value="insert" busy={busy} onClick={insert}>
          {t('desk.insert')}
        </Button>
      </div>
      {inserted ? (
        <Besides key={inserted.id} answer={inserted} before={chosenHere === undefined ? before : undefined} />
      ) : null}
    </>
  );
}

/** What is done to the ticket when the answer is sent: each can be left out. */
function Besides({ answer: { id, tags, settle }, before }: { answer: Filled; before: Before | undefined }) {
  const { t } = useI18n();
  if (!tags.length && !settle) return null;
  const chosen = before?.tags.split(',');
  return (
    <fieldset className="row besides">
      <legend className="visually-hidden">{t('desk.besides')}</legend>
      <input type="hidden" name="inserted" value={id} />
      {tags.map((tag) => (
        <Checkbox
          key={tag}
          name="tags"
          id={`besides-${tag}`}
          value={tag}
          label={t('desk.besides_tag', { tag })}
          defaultChecked={chosen?.includes(tag) ?? true}
        />
      ))}
      {settle ? (
        <Checkbox
          name="settle"
          id="besides-settle"
          value={settle}
          label={t(`desk.besides_${settle}`)}
          defaultChecked={before ? before.settle === settle : true}
        />
      ) : null}
    </fieldset>
  );
}
