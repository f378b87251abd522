import { Form, href, useSearchParams } from 'react-router';
import type { TicketView } from '#contracts/desk/ticket-views.ts';
import { digitsOf } from '#contracts/identity/shortcuts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Count } from './count.tsx';

interface Props {
  views: readonly TicketView[];
  may: boolean;
}

type Result = { refusal: Refusal; values: { intent: string; name: string; shared: string } } | undefined;

const FILTERS = ['view', 'priority', 'tag', 'q'] as const;

/** Filters that have a name: one's own, then those of the desk; the keys 1 to 9 open the first ones. */
export function SavedViews({ views, may }: Props) {
  const { t } = useI18n();
  const digits = digitsOf(useShortcutKeys());
  const [query] = useSearchParams();
  const here = FILTERS.map((name) => query.get(name) || (name === 'view' ? 'waiting' : ''));
  const current = views.find((view) => FILTERS.every((name, at) => String(view[name] ?? '') === here[at]));
  if (!views.length && !may) return null;
  return (
    <div className="saved-views">
      {views.length ? (
        <nav className="desk-views" aria-label={t('desk.saved_views')}>
          {views.map((view, at) => (
            <Link
              key={view.id}
              to={`${href('/admin/tickets')}?${searchOf(view)}`}
              aria-current={view === current ? 'page' : undefined}
              aria-keyshortcuts={digits[at]}
            >
              {digits[at] ? <kbd>{digits[at]}</kbd> : null}
              {view.name}
              {view.shared ? <span className="visually-hidden">{t('desk.view_shared')}</span> : null}
              {view.count === null ? null : <Count count={view.count} />}
            </Link>
          ))}
        </nav>
      ) : null}
      {may ? current ? <Remove view={current} /> : <Save /> : null}
    </div>
  );
}

/** The list's query for a view. */
function searchOf(view: TicketView): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of FILTERS) if (view[name] !== null) search.set(name, String(view[name]));
  return search;
}

/** Gives the filters that the page shows a name. */
function Save() {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const own = result?.values.intent === 'save_view' ? result : undefined;
  return (
    <details className="quiet-details" open={own !== undefined}>
      <summary>{t('desk.save_view')}</summary>
      <Form method="post" className="row canned" noValidate>
        <FormErrors refusal={own?.refusal} fields={['name']} />
        <Field
          name="name"
          id="view-name"
          label={t('desk.view_name')}
          maxLength={60}
          autoComplete="off"
          defaultValue={own?.values.name}
          errors={own?.refusal.errors.name}
        />
        <Checkbox
          name="shared"
          id="view-shared"
          label={t('desk.view_share')}
          defaultChecked={own?.values.shared === 'on'}
        />
        <Button variant="secondary" name="intent" value="save_view">
          {t('form.save')}
        </Button>
      </Form>
    </details>
  );
}

function Remove({ view: { id, name, shared } }: { view: TicketView }) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('desk.remove_view', { name })}</summary>
      <Form method="post" className="row">
        <p className="small muted">{t(shared ? 'desk.remove_view_shared' : 'desk.remove_view_own')}</p>
        <input type="hidden" name="saved" value={id} />
        <Button variant="danger" size="small" name="intent" value="remove_view">
          {t('desk.remove_view_button')}
        </Button>
      </Form>
    </details>
  );
}
