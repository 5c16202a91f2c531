import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useRatePlans } from '@/hooks/use-billing'
import { useWrite } from '@/hooks/use-write'
import { type BillingOverview, CURRENCIES, saveAccount, TERMS, termsLabel } from '@/lib/billing/account'

/** How a tenant is billed: terms, currency, rate plan. */
export function AccountDialog({
  tenantId,
  account,
  onClose,
}: {
  tenantId: string
  account: Pick<BillingOverview, 'currency' | 'terms_days' | 'rate_plan_id'>
  onClose: () => void
}) {
  const write = useWrite()
  const plans = useRatePlans()
  const [terms, setTerms] = useState(account.terms_days)
  const [currency, setCurrency] = useState<string>(account.currency)
  const [plan, setPlan] = useState(account.rate_plan_id ?? '')
  const offered = plans.data?.filter((known) => known.currency === currency) ?? []
  const dirty =
    terms !== account.terms_days || currency !== account.currency || plan !== (account.rate_plan_id ?? '')

  async function save() {
    // A plan in another currency does not go with the account; until the plans are known, the one it has stays.
    const rate_plan_id = plans.data && !offered.some(({ id }) => id === plan) ? null : plan || null
    await write(
      (supabase) => saveAccount(supabase, tenantId, { currency, terms_days: terms, rate_plan_id }),
      'Account saved',
    )
    return true
  }

  return (
    <FormDialog
      title="Edit account"
      submitLabel="Save account"
      size="sm"
      dirty={dirty}
      draft={null}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Terms" hint="Days from issue until an invoice is due.">
        <Select
          value={String(terms)}
          onChange={(event) => setTerms(Number(event.target.value))}
          options={TERMS.map((days) => ({ value: String(days), label: termsLabel(days) }))}
        />
      </FormRow>
      <FormRow label="Currency" hint="Fixed once an invoice has been issued.">
        <Select
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
      </FormRow>
      <FormRow label="Rate plan" hint="Its rates are in the currency of the account.">
        <Select
          value={plan}
          onChange={(event) => setPlan(event.target.value)}
          placeholder="None: calls are not charged"
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormRow>
    </FormDialog>
  )
}
