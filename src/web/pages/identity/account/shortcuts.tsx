import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { changeProfile } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import {
  defaultKeys,
  type Keys,
  keysOf,
  type ShortcutName,
  shopShortcuts,
  shortcutNames,
} from '#contracts/identity/shortcuts.ts';
import { message } from '#i18n/message.ts';
import { type FormFields, readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('shortcuts.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data: user } = await read({ context, url }, getCurrentUser);
  return {
    on: user.shortcuts?.on ?? true,
    keys: keysOf(user.shortcuts && { ...user.shortcuts, on: true }),
    names: namesFor(user.role),
  };
}

/** The office has more keys than the shop. */
const namesFor = (role: string): readonly ShortcutName[] => (role === 'admin' ? shortcutNames : shopShortcuts);

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const typed = Object.fromEntries(shortcutNames.map((name) => [name, field(name).trim()]));
  const shortcuts = field('intent') === 'reset' ? null : chosenIn(field, typed);
  const outcome = await attempt({ context, url }, changeProfile, { body: { shortcuts } });
  if (!outcome.ok) return refused(outcome.refusal, { ...typed, on: field('on') });
  const cookie = flash({ type: 'success', title: message('shortcuts.saved'), content: '' });
  return redirect(href('/user/shortcuts'), { headers: { 'set-cookie': cookie } });
}

/** Only what differs from the shop's keys is the account's own. */
function chosenIn(field: FormFields, typed: Keys) {
  const own = shortcutNames.filter((name) => field.all(name).length > 0 && typed[name] !== defaultKeys[name]);
  return { on: field('on') !== '', keys: Object.fromEntries(own.map((name) => [name, typed[name]])) };
}

/** As a refusal names it. */
const fieldOf = (name: ShortcutName) => ['shortcuts', name].join('.');

export default function Shortcuts() {
  const { t } = useI18n();
  const saved = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <>
      <PageHead title={t('shortcuts.title')} lead={t('shortcuts.lead')} />
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={result?.refusal} fields={saved.names.map(fieldOf)} />
        <Checkbox
          name="on"
          label={t('shortcuts.on')}
          hint={t('shortcuts.on_hint')}
          defaultChecked={result ? result.values.on !== '' : saved.on}
        />
        <fieldset className="stack keys-form">
          <legend>{t('shortcuts.keys')}</legend>
          <p className="small muted">{t('shortcuts.keys_more')}</p>
          {saved.names.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`shortcuts.does.${name}`)}
              maxLength={1}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={(result?.values as Keys | undefined)?.[name] ?? saved.keys[name] ?? ''}
              errors={errors[fieldOf(name)]}
            />
          ))}
        </fieldset>
        <p className="small muted">{t('shortcuts.always')}</p>
        <div className="row">
          <Button busy={busy}>{t('form.save')}</Button>
          <Button variant="quiet" name="intent" value="reset" busy={busy}>
            {t('shortcuts.reset')}
          </Button>
        </div>
      </Form>
    </>
  );
}
