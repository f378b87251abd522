import { Form } from 'react-router';
import type { DeskTicketDetail } from '#contracts/desk/desk.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

type Result = { refusal: Refusal; values: { intent: string; assignee_id: string } } | undefined;

const OWN = ['take', 'release', 'assign'];

/** Gives the ticket to anybody at the desk. From a colleague it is taken only by somebody who read their name. */
export function Assign({ ticket: { agents, assignee } }: { ticket: DeskTicketDetail }) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const own = OWN.includes(result?.values.intent ?? '') ? result : undefined;
  if (own?.refusal.marks?.reason === 'ticket_taken' && assignee)
    return (
      <Form method="post" className="stack">
        <FormErrors refusal={own.refusal} />
        <input type="hidden" name="taken_from" value={assignee.id} />
        <input type="hidden" name="assignee_id" value={own.values.assignee_id} />
        <div className="row">
          <Button size="small" name="intent" value={own.values.intent}>
            {t('desk.take_over')}
          </Button>
        </div>
      </Form>
    );
  return (
    <Form method="post" className="row canned" noValidate>
      <FormErrors refusal={own?.refusal} fields={['assignee_id']} />
      <Select
        key={assignee?.id ?? ''}
        name="assignee_id"
        label={t('desk.assign_to')}
        defaultValue={own?.values.assignee_id ?? assignee?.id ?? ''}
        errors={own?.refusal.errors.assignee_id}
      >
        <option value="">{t('desk.nobody')}</option>
        {agents.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
      </Select>
      <Button variant="secondary" name="intent" value="assign">
        {t('desk.assign')}
      </Button>
    </Form>
  );
}
