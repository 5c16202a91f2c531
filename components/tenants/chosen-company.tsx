import { CircleAlert } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { CompanyPicker } from '@/components/search/company-picker'
import { Button } from '@/components/ui/button'
import type { Company } from '@/lib/live/sources'

type ChosenCompanyProps = {
  label: string
  chosen: string | undefined
  /** Label of the button. */
  action: string
  error: string | undefined
  onChoose: (company: Company) => void
  /** Opens the form of a new company. */
  onNew?: () => void
  /** The button that chooses. */
  ref?: Ref<HTMLButtonElement>
}

/** A company chosen through the search, with a button to choose another. */
export function ChosenCompany({ label, chosen, action, error, onChoose, onNew, ref }: ChosenCompanyProps) {
  const id = useId()
  const [choosing, setChoosing] = useState(false)
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-invalid={error ? '' : undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className={chosen ? 'min-w-0 text-base break-words' : 'text-base text-text-muted'}>
          {chosen ?? 'None chosen'}
        </span>
        <span className="flex flex-wrap gap-2">
          {onNew ? <Button onClick={onNew}>New company</Button> : null}
          <Button
            ref={ref}
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => setChoosing(true)}
          >
            {action}
          </Button>
        </span>
      </span>
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden size={14} className="mt-[3px] shrink-0" />
          {error}
        </p>
      ) : null}
      <CompanyPicker
        open={choosing}
        onClose={() => setChoosing(false)}
        onChoose={({ company }) => onChoose(company)}
      />
    </div>
  )
}
