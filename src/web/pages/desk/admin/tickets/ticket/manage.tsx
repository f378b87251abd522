import { Form } from 'react-router';
import type { DeskTicketDetail } from '#contracts/desk/desk.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { priorities } from '../queue/priorities.tsx';

type Result = { refusal: Refusal; values: { intent: string; tag: string; into: string } } | undefined;

const CLOSED = 5;

/** How urgent a ticket is, what marks it, and where it goes on. */
export function Manage({ ticket }: { ticket: DeskTicketDetail }) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const of = (intent: string) => (result?.values.intent === intent ? result : undefined);
  return (
    <section className="panel stack" aria-labelledby="manage-title">
      <h2 id="manage-title">{t('desk.manage')}</h2>
      <Form method="post" className="row canned">
        <Select key={ticket.priority} name="priority" label={t('desk.priority')} defaultValue={ticket.priority}>
          {priorities.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </Select>
        <Button variant="secondary" name="intent" value="priority">
          {t('desk.set_priority')}
        </Button>
      </Form>
      <TagForm key={ticket.tags.join()} tags={ticket.tags} refusal={of('tag')?.refusal} typed={of('tag')?.values.tag} />
      {ticket.status === CLOSED ? null : (
        <details className="quiet-details" open={of('merge') !== undefined}>
          <summary>{t('desk.merge')}</summary>
          <p className="small muted">{t('desk.merge_more')}</p>
          <Form method="post" className="row canned" noValidate>
            <FormErrors refusal={of('merge')?.refusal} fields={['into']} />
            <Field
              name="into"
              label={t('desk.merge_into')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={16}
              defaultValue={of('merge')?.values.into}
              errors={of('merge')?.refusal.errors.into}
            />
            <Button variant="secondary" name="intent" value="merge">
              {t('desk.merge')}
            </Button>
          </Form>
        </details>
      )}
    </section>
  );
}

interface TagFormProps {
  tags: readonly string[];
  refusal: Refusal | undefined;
  typed: string | undefined;
}

function TagForm({ tags, refusal, typed }: TagFormProps) {
  const { t } = useI18n();
  return (
    <>
      {tags.length ? (
        <ul className="chips" aria-label={t('desk.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Form method="post">
                <input type="hidden" name="tag" value={tag} />
                <button className="chip" name="intent" value="untag" type="submit">
                  <span className="visually-hidden">{t('desk.remove_tag')} </span>
                  {tag}
                  <Icon name="cross" size={14} />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      <Form method="post" className="row canned" noValidate>
        <FormErrors refusal={refusal} fields={['tag']} />
        <Field
          name="tag"
          label={t('desk.tag')}
          maxLength={30}
          autoComplete="off"
          defaultValue={typed}
          errors={refusal?.errors.tag}
        />
        <Button variant="secondary" name="intent" value="tag">
          {t('desk.add_tag')}
        </Button>
      </Form>
    </>
  );
}
