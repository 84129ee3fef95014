package tidytalk

// Version is the version of the code: of the library, the command, the service, batches and
// releases. CHANGELOG.md says what each version brought.
const Version = "0.2.0"
