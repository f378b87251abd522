import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { GuardRule } from '#contracts/oversight/import-guard.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { ExampleCodes } from './codes/example-codes.tsx';
import { maskOf } from './facts-of.ts';
import { Group, useFields } from './fields.tsx';
import { fieldNames, type Values } from './values.ts';

export interface CheckedMask {
  code: string;
  pin: string | null;
  rule: GuardRule | null;
}

interface Props {
  /** What the server said of the form that was sent. */
  checked: CheckedMask | undefined;
  values: Values;
  /** Something was typed since. */
  live: boolean;
  /** Codes that were typed to be judged. */
  examples: string | undefined;
}

const PAUSE_MS = 300;

/** The shape of the codes, with an example and what the import guard says of it: after each pause in typing where scripts run. */
export function MaskGroup({ checked, values, live, examples }: Props) {
  const { t } = useI18n();
  const { field, start } = useFields();
  const shown = useLiveCheck(values, live);
  return (
    <Group title={t('programmes.group_codes')} lead={t('programmes.group_codes_more')}>
      <div className="mask-kinds wide-field">
        <Select {...field('code_kind')} label={t('programmes.code_kind')}>
          <option value="alnum">{t('programmes.code_kind.alnum')}</option>
          <option value="numeric">{t('programmes.code_kind.numeric')}</option>
          <option value="link">{t('programmes.code_kind.link')}</option>
        </Select>
        <div data-kind="alnum">
          <Field
            {...field('code_groups')}
            label={t('programmes.code_groups')}
            hint={t('programmes.code_groups_hint')}
          />
          <Select {...field('code_sep')} label={t('programmes.code_sep')}>
            <option value="-">{t('programmes.sep.dash')}</option>
            <option value=" ">{t('programmes.sep.space')}</option>
            <option value=".">{t('programmes.sep.dot')}</option>
            <option value="">{t('programmes.sep.none')}</option>
          </Select>
          <Field {...field('code_alphabet')} label={t('programmes.alphabet')} spellCheck={false} />
        </div>
        <div data-kind="numeric">
          <Field {...field('code_length')} label={t('programmes.code_length')} inputMode="numeric" />
          <Field
            {...field('code_prefix')}
            label={t('programmes.code_prefix')}
            hint={t('programmes.code_prefix_hint')}
            inputMode="numeric"
          />
          <Checkbox name="code_checksum" label={t('programmes.checksum')} defaultChecked={start.code_checksum !== ''} />
        </div>
        <div data-kind="link">
          <Field {...field('link_host')} label={t('programmes.link_host')} spellCheck={false} />
          <Field {...field('link_path')} label={t('programmes.link_path')} spellCheck={false} />
          <Field {...field('link_length')} label={t('programmes.link_length')} inputMode="numeric" />
          <Field {...field('link_alphabet')} label={t('programmes.link_alphabet')} spellCheck={false} />
        </div>
      </div>
      <div className="pin-kinds wide-field">
        <Select {...field('pin_kind')} label={t('approvals.pin')}>
          <option value="none">{t('programmes.pin_kind.none')}</option>
          <option value="numeric">{t('programmes.pin_kind.numeric')}</option>
          <option value="alnum">{t('programmes.pin_kind.alnum')}</option>
        </Select>
        <div data-kind="numeric alnum">
          <Field {...field('pin_length')} label={t('programmes.pin_length')} inputMode="numeric" />
        </div>
        <div data-kind="alnum">
          <Field {...field('pin_alphabet')} label={t('programmes.pin_alphabet')} spellCheck={false} />
        </div>
      </div>
      <Select {...field('barcode')} label={t('programmes.barcode')} hint={t('programmes.barcode_hint')}>
        <option value="none">{t('programmes.barcode.none')}</option>
        <option value="code128">{t('programmes.barcode.code128')}</option>
        <option value="qr">{t('programmes.barcode.qr')}</option>
      </Select>
      <div className="wide-field stack">
        <ExampleCodes mask={maskOf(values).code} typed={examples} scripted={live} />
        <Verdict mask={shown?.mask ?? (live ? undefined : checked)} problem={shown?.refusal ?? undefined} />
        <div>
          <Button variant="secondary" name="intent" value="check">
            {t('programmes.check_mask')}
          </Button>
        </div>
      </div>
    </Group>
  );
}

function Verdict({ mask, problem }: { mask: CheckedMask | undefined; problem: Refusal | undefined }) {
  const { t, formatMessage } = useI18n();
  return (
    <Live className="mask-verdict">
      {mask ? (
        <>
          <p>
            {t('programmes.example')} <code>{mask.code}</code>
            {mask.pin === null ? null : (
              <>
                {' '}
                {t('approvals.pin')} <code>{mask.pin}</code>
              </>
            )}
          </p>
          <Alert tone={mask.rule ? 'warn' : 'info'}>
            {mask.rule
              ? t('programmes.guard_refuses', { rule: mask.rule, what: t(`rule.${mask.rule}`) })
              : t('programmes.guard_admits')}
          </Alert>
        </>
      ) : problem ? (
        <Alert tone="warn">{formatMessage(problem.message)}</Alert>
      ) : null}
    </Live>
  );
}

/** Asks the server about the mask after a pause in typing; undefined until something was typed. */
function useLiveCheck(values: Values, live: boolean) {
  const fetcher = useFetcher<{ refusal?: Refusal; mask?: CheckedMask }>();
  const asked = useRef('');
  const mask = JSON.stringify(fieldNames.filter(isOfMask).map((name) => values[name]));
  useEffect(() => {
    if (asked.current === '') asked.current = mask;
    if (!live || asked.current === mask) return;
    const timer = setTimeout(() => {
      asked.current = mask;
      void fetcher.submit({ ...values, intent: 'check' }, { method: 'post' });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [live, mask, values, fetcher.submit]);
  return fetcher.data;
}

const isOfMask = (name: string) => /^(code|link|pin)_|^network$/.test(name);
