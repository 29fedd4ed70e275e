export const FIRST_QUERY = `# Three sites, their zones, and the assets in each zone.
# Run a query with Ctrl-Enter or the button. More queries are in Examples, on the left.
query Sites {
  sites(first: 3) {
    totalCount
    nodes {
      name
      address {
        city
      }
      zones(first: 2) {
        nodes {
          name
          assets(first: 3) {
            nodes {
              code
              type {
                name
              }
              riskLevel
              barcode {
                data
              }
            }
          }
        }
      }
    }
  }
}
`
