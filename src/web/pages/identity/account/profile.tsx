import { languages } from 'virtual:messages';
import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { changeProfile } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { localeCookie } from '#web/server/cookies/locale-cookie.ts';
import { themeCookie, themes } from '#web/server/cookies/theme-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('profile.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data: user } = await read({ context, url }, getCurrentUser);
  return {
    user,
    countries: countriesIn(context.get(pageContext).locale),
    zones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
  };
}

/** Every country by its name. */
function countriesIn(locale: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Unions and placeholders that have names too.
  const none = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
  return codes
    .flatMap((code): [string, string][] => {
      const name = none.includes(code) ? undefined : names.of(code);
      return name ? [[code, name]] : [];
    })
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const theme = themes.find((one) => one === field('theme')) ?? null;
  const chosen = { locale: field('locale') || null, time_zone: field('time_zone') || null, theme };
  const body = { display_name: field('display_name'), country: field('country') || null, ...chosen };
  const outcome = await attempt({ context, url }, changeProfile, { body });
  if (!outcome.ok)
    return data({ refusal: outcome.refusal, display_name: body.display_name }, { status: outcome.refusal.status });
  const headers = new Headers();
  // The saved profile takes precedence over the cookies, which apply after signing out.
  headers.append('set-cookie', themeCookie(theme ?? 'system'));
  if (body.locale) headers.append('set-cookie', localeCookie(body.locale));
  headers.append('set-cookie', flash({ type: 'success', title: message('profile.saved'), content: '' }));
  return redirect(href('/user/profile'), { headers });
}

export default function Profile() {
  const { t } = useI18n();
  return (
    <>
      <PageHead title={t('profile.title')} />
      <div className="columns">
        <Facts />
        <Preferences />
      </div>
    </>
  );
}

function Facts() {
  const { t } = useI18n();
  const { user } = useLoaderData<typeof loader>();
  return (
    <section className="panel stack">
      <h2>{t('profile.account')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('field.username')}</dt>
          <dd>{user.username}</dd>
        </div>
        <div>
          <dt>{t('field.email')}</dt>
          <dd>
            {user.email}{' '}
            {user.email_verified ? (
              <Tag tone="good">{t('profile.confirmed')}</Tag>
            ) : (
              <Tag tone="warn">{t('profile.not_confirmed')}</Tag>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('profile.since')}</dt>
          <dd>
            <Time at={user.created_at} day />
          </dd>
        </div>
      </dl>
      <p>
        <Link to={href('/user/email')}>{t('email.title')}</Link>
      </p>
    </section>
  );
}

function Preferences() {
  const { t } = useI18n();
  const { user, countries, zones } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <Form method="post" className="panel stack" reloadDocument noValidate>
      <h2>{t('profile.preferences')}</h2>
      <FormErrors refusal={result?.refusal} fields={['display_name', 'locale', 'time_zone', 'country']} />
      <Field
        name="display_name"
        label={t('profile.display_name')}
        hint={t('profile.display_name_hint')}
        autoComplete="name"
        maxLength={80}
        defaultValue={result?.display_name ?? user.display_name}
        errors={errors.display_name}
      />
      <Select name="locale" label={t('shell.language')} defaultValue={user.locale ?? ''} errors={errors.locale}>
        <option value="">{t('profile.as_browser')}</option>
        {languages.map(([one, name]) => (
          <option key={one} value={one} lang={one}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        name="time_zone"
        label={t('profile.time_zone')}
        defaultValue={user.time_zone ?? ''}
        errors={errors.time_zone}
      >
        <option value="">{t('profile.as_browser')}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <Select
        name="country"
        label={t('profile.country')}
        hint={t('profile.country_hint')}
        defaultValue={user.country ?? ''}
        errors={errors.country}
      >
        <option value="">{t('profile.no_country')}</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select name="theme" label={t('profile.theme')} defaultValue={user.theme ?? 'system'}>
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`profile.theme.${one}`)}
          </option>
        ))}
      </Select>
      <div>
        <Button variant="secondary" busy={busy}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  );
}
