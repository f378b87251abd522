import { Form, useNavigation, useSearchParams } from 'react-router';
import type { Refusal } from '#web/api.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { Button } from './button.tsx';
import { FormErrors } from './form-errors.tsx';

/** The page of a mailed link: its button posts the token, because mail scanners open links on their own. */
export function TokenForm({ title, lead, submit }: { title: string; lead: string; submit: string }) {
  const [query] = useSearchParams();
  const result = useKeptResult() as { refusal: Refusal } | undefined;
  const busy = useNavigation().state !== 'idle';
  return (
    <div className="panel stack">
      <h1>{title}</h1>
      <p>{lead}</p>
      <Form method="post" className="stack">
        <FormErrors refusal={result?.refusal} />
        <input type="hidden" name="token" value={query.get('token') ?? ''} />
        <Button size="large" wide busy={busy}>
          {submit}
        </Button>
      </Form>
    </div>
  );
}
