import { unbranded } from '#contracts/messages/branding.ts';
import type { Overview } from '#contracts/office/overview.ts';
import { listMissingLegalTexts } from '../../../content/legal/list-missing-legal-texts.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

/** Two people approve what a third one proposed. */
const APPROVERS = 2;

interface Row {
  staff: boolean;
  programme: boolean;
  issuer_key: boolean;
  batch: boolean;
  on_sale: boolean;
}

/** How far a shop is on its way to the first card on sale; null once it was there. */
export async function readFirstSteps(ctx: Ctx, actor: Actor): Promise<Overview['first_steps']> {
  const [row] = await ctx.sql<[Row]>`
    select exists (select from staff_on_duty where 'importer' = any(duties))
        and (select count(*) from staff_on_duty where 'approver' = any(duties)) >= ${APPROVERS} as staff,
      exists (select from programmes where state = 'active') as programme,
      exists (select from issuer_keys where approved_at is not null and revoked_at is null) as issuer_key,
      exists (select from cards) as batch,
      exists (select from cards where state in ('available', 'sold')) as on_sale`;
  const { on_sale, ...stock } = row;
  if (on_sale) return null;
  const [legal, { name }] = await Promise.all([listMissingLegalTexts(ctx, actor), ctx.branding.read()]);
  return {
    mail: ctx.config.smtp_url !== null,
    branding: name !== unbranded.name,
    legal_texts: legal.data.length === 0,
    ...stock,
  };
}
