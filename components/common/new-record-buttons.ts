import type { ComponentType } from 'react'
import { NewCompanyButton } from '@/components/sales/new-company-button'
import type { TableName } from '@/lib/records/field'

/** Buttons that make a record of a table while one is chosen; they show nothing to those who may not. */
export const NEW_RECORD_BUTTONS: Partial<Record<TableName, ComponentType<{ onMade: (id: string) => void }>>> =
  {
    companies: NewCompanyButton,
  }
