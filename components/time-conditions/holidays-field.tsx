import { useController } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Switch } from '@/components/ui/switch'
import { useMinute } from '@/hooks/use-minute'
import { datePartsOf, DAY_MS } from '@/lib/dates/calendar'
import { HOLIDAY_GROUPS, HOLIDAY_KEYS, holidayIn, type HolidayKey, HOLIDAYS } from '@/lib/telephony/holidays'
import { formatDay } from '@/lib/telephony/schedule-text'

/** The holidays of a rule, with this year's dates. `rule` is the rule's path in the form. */
export function HolidaysField({ rule }: { rule: string }) {
  const { field: holidays } = useController({ name: `${rule}.holidays` })
  const { field: observed } = useController({ name: `${rule}.holidays_observed` })
  const chosen = new Set(holidays.value as HolidayKey[])
  const year = datePartsOf(Math.floor(useMinute() / DAY_MS)).year

  const choose = (keys: readonly HolidayKey[], on: boolean) =>
    holidays.onChange(HOLIDAY_KEYS.filter((key) => (keys.includes(key) ? on : chosen.has(key))))

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Holidays</legend>
      {HOLIDAY_GROUPS.map((group) => {
        const keys = HOLIDAY_KEYS.filter((key) => HOLIDAYS[key].group === group)
        const all = keys.every((key) => chosen.has(key))
        return (
          <fieldset key={group} className="min-w-0">
            <legend className="flex w-full items-center gap-2 text-sm text-text-muted">
              {group}
              <Button
                size="sm"
                variant="ghost"
                aria-label={`${all ? 'None' : 'All'} of ${group}`}
                onClick={() => choose(keys, !all)}
              >
                {all ? 'None' : 'All'}
              </Button>
            </legend>
            <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
              {keys.map((key) => (
                <Checkbox
                  key={key}
                  checked={chosen.has(key)}
                  onChange={(event) => choose([key], event.target.checked)}
                  label={
                    <>
                      {HOLIDAYS[key].name}{' '}
                      <span className="text-sm text-text-muted">{shortDay(holidayIn(key, year).day)}</span>
                    </>
                  }
                />
              ))}
            </div>
          </fieldset>
        )
      })}
      {chosen.size > 0 ? (
        <Switch
          label="Also on the day it is observed"
          hint="A holiday on a weekend is observed on the nearest weekday, as its country’s law sets it."
          checked={observed.value === true}
          onChange={(event) => observed.onChange(event.target.checked)}
        />
      ) : null}
    </fieldset>
  )
}

/** `Jul 4`, without the year, which is the current one. */
function shortDay(day: number): string {
  return formatDay(day).replace(/,.*$/, '')
}
