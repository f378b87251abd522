import { Form, href, useNavigation } from 'react-router';
import type { OfficeBrand } from '#contracts/shop/brands.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { useMayPublish } from '#web/ui/office/publisher-only.tsx';
import type { BrandRefused } from './brand-form.tsx';

interface Props {
  brand: OfficeBrand;
  /** Programmes of other brands that the search finds. */
  others: readonly { id: string; name: string; country: string; currency: string }[];
}

/** Which programmes a brand sells; another one can be moved to it, and a brand without any can go. */
export function BrandProgrammes({ brand, others }: Props) {
  const { t, country } = useI18n();
  const result = useActionResult() as BrandRefused;
  const busy = useNavigation().state !== 'idle';
  const mayPublish = useMayPublish();
  const own = result?.values.intent === 'save' ? undefined : result;
  return (
    <section className="panel stack" aria-labelledby="programmes-title">
      <h2 id="programmes-title">{t('brands.programmes')}</h2>
      <FormErrors refusal={own?.refusal} />
      {brand.programmes.length ? (
        <ul>
          {brand.programmes.map((programme) => (
            <li key={programme.id}>
              <Link to={href('/admin/programmes/:id', { id: programme.id })}>{programme.name}</Link>{' '}
              <small>{`${country(programme.country)}, ${programme.currency}`}</small>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('brands.no_programmes')}</p>
      )}
      {mayPublish ? <MoveHere brand={brand} others={others} busy={busy} /> : null}
    </section>
  );
}

function MoveHere({ brand, others, busy }: Props & { busy: boolean }) {
  const { t, country } = useI18n();
  return (
    <>
      <h3>{t('brands.move')}</h3>
      <Filters filters={[{ name: 'q', label: t('brands.move_q') }]} live />
      {others.length ? (
        <Form method="post" className="stack">
          <Select name="programme_id" label={t('brands.move_programme')} hint={t('brands.move_hint')}>
            {others.map(({ id, name, ...more }) => (
              <option key={id} value={id}>
                {`${name} (${country(more.country)}, ${more.currency})`}
              </option>
            ))}
          </Select>
          <div>
            <Button variant="secondary" name="intent" value="move" busy={busy}>
              {t('brands.move')}
            </Button>
          </div>
        </Form>
      ) : (
        <p className="muted">{t('brands.move_none')}</p>
      )}
      {brand.programmes.length ? null : (
        <Form method="post">
          <Button variant="danger" name="intent" value="remove" busy={busy}>
            {t('brands.remove')}
          </Button>
        </Form>
      )}
    </>
  );
}
