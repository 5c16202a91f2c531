import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { failureOf } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useRatePlans, useTaxJurisdictions } from '@/hooks/use-billing'
import { useWrite } from '@/hooks/use-write'
import {
  type BillingOverview,
  CURRENCIES,
  customerTermsLabel,
  saveAccount,
  TERMS,
  termsLabel,
} from '@/lib/billing/account'
import { BILLING_ACCOUNTS } from '@/lib/supabase/constraints'

type Account = Pick<
  BillingOverview,
  | 'version'
  | 'currency'
  | 'currency_fixed'
  | 'terms_days'
  | 'customer_terms_days'
  | 'rate_plan_id'
  | 'rate_plan'
  | 'tax_jurisdiction_id'
  | 'tax'
  | 'tax_percent'
  | 'tax_exemption'
>

const currentPlan = ({ rate_plan_id: id, rate_plan: name, currency }: Account) =>
  id && name ? [{ id, name, currency }] : []

const currentJurisdiction = ({ tax_jurisdiction_id: id, tax: name, tax_percent: percent }: Account) =>
  id && name ? [{ id, name, percent }] : []

/** A tenant's billing terms: payment terms, currency, rate plan, tax. */
export function AccountDialog({
  tenantId,
  account: current,
  onClose,
}: {
  tenantId: string
  account: Account
  onClose: () => void
}) {
  const write = useWrite()
  // What someone else saves meanwhile is not overwritten: it is a conflict.
  const [account] = useState(current)
  const plans = useRatePlans()
  const jurisdictions = useTaxJurisdictions()
  const [terms, setTerms] = useState(account.terms_days)
  const [currency, setCurrency] = useState<string>(account.currency)
  const [plan, setPlan] = useState(account.rate_plan_id ?? '')
  const [jurisdiction, setJurisdiction] = useState(account.tax_jurisdiction_id ?? '')
  const [exemption, setExemption] = useState(account.tax_exemption)
  // Until the lists are loaded, and if they cannot be, the current choices stay.
  const offered = (plans.data ?? currentPlan(account)).filter((known) => known.currency === currency)
  const taxes = jurisdictions.data ?? currentJurisdiction(account)
  const dirty =
    terms !== account.terms_days ||
    currency !== account.currency ||
    plan !== (account.rate_plan_id ?? '') ||
    jurisdiction !== (account.tax_jurisdiction_id ?? '') ||
    exemption !== account.tax_exemption

  async function save() {
    // A plan in another currency does not fit the account.
    const rate_plan_id = offered.some(({ id }) => id === plan) ? plan : null
    await write(
      (supabase) =>
        saveAccount(supabase, tenantId, account.version, {
          currency,
          terms_days: terms,
          rate_plan_id,
          tax_jurisdiction_id: jurisdiction || null,
          tax_exemption: exemption.trim(),
        }),
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
      {failureOf(plans, 'The rate plans could not be loaded') ??
        failureOf(jurisdictions, 'The tax jurisdictions could not be loaded')}
      <FormRow label="Terms" hint="Days from issue until an invoice is due.">
        <Select
          value={String(terms ?? '')}
          placeholder={customerTermsLabel(account)}
          onChange={(event) => setTerms(event.target.value === '' ? null : Number(event.target.value))}
          options={TERMS.map((days) => ({ value: String(days), label: termsLabel(days) }))}
        />
      </FormRow>
      <FormRow
        label="Currency"
        hint={
          account.currency_fixed
            ? 'Fixed, because there is an issued invoice or credit.'
            : 'Fixed once an invoice is issued or a payment recorded.'
        }
      >
        <Select
          disabled={account.currency_fixed}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
      </FormRow>
      {currency === account.currency ? null : (
        <Alert tone="warning" role="status">
          Subscriptions and adjustments keep their figures: 22.00 {account.currency} becomes 22.00 {currency}.
        </Alert>
      )}
      <FormRow label="Rate plan" hint="Its rates are in the currency of the account.">
        <Select
          value={plan}
          onChange={(event) => setPlan(event.target.value)}
          placeholder="None: calls are not charged"
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormRow>
      <FormRow
        label="Tax jurisdiction"
        hint="Its rate is added to drafts when they are run, and to new invoices. Credits return tax at this rate, whatever was charged."
      >
        <Select
          value={jurisdiction}
          onChange={(event) => setJurisdiction(event.target.value)}
          placeholder="None: no tax is added"
          options={taxes.map(({ id, name, percent }) => ({
            value: id,
            label: `${name}, ${percent}%`,
          }))}
        />
      </FormRow>
      <FormRow
        label="Exemption certificate"
        hint="With one, no tax is added, and invoices show it. Credits then return no tax either."
      >
        <Input
          maxLength={BILLING_ACCOUNTS.tax_exemption.maxLength}
          value={exemption}
          onChange={(event) => setExemption(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
