import fc from 'fast-check'

// A run tries the same cases as the one before, so that a change is refused only for what it does. PROPERTY_SEED draws others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
