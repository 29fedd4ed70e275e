import type { ValidationErrors } from '../validation-errors.js'

/* The errors of records that exist but do not fit a job. */

export const rejectType = (errors: ValidationErrors): void => {
  errors.add('INVALID', 'jobTypeId', 'Jobs of this type are no longer created.')
}

export const rejectTechnician = (errors: ValidationErrors): void => {
  errors.add('INVALID', 'technicianId', 'An active user with the technician role is expected.')
}

export const rejectZone = (errors: ValidationErrors, index: number): void => {
  errors.add('INVALID', ['zoneIds', index], 'This zone is not of the site.')
}
