import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What appears immediately on an idle machine may take seconds on a busy one.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
