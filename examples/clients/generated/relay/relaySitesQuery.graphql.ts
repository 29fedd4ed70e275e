/**
 * @generated SignedSource<<c192fdf4c3a56c8544821dc43615609e>>
 * @relayHash 5b248944d1776c0e34e3cdc9158a084a
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID cefedf0409e3bb545a7009fbf27f1a67ffba6eabfb35dcd5c066512623c0d3cd

import { ConcreteRequest } from 'relay-runtime';
export type relaySitesQuery$variables = {
  after?: string | null | undefined;
};
export type relaySitesQuery$data = {
  readonly sites: {
    readonly edges: ReadonlyArray<{
      readonly node: {
        readonly id: string;
        readonly name: string;
      };
    }>;
    readonly pageInfo: {
      readonly endCursor: string | null | undefined;
      readonly hasNextPage: boolean;
    };
  };
};
export type relaySitesQuery = {
  response: relaySitesQuery$data;
  variables: relaySitesQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "after"
  }
],
v1 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "SiteEdge",
    "kind": "LinkedField",
    "name": "edges",
    "plural": true,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Site",
        "kind": "LinkedField",
        "name": "node",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "name",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "__typename",
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "cursor",
        "storageKey": null
      }
    ],
    "storageKey": null
  },
  {
    "alias": null,
    "args": null,
    "concreteType": "PageInfo",
    "kind": "LinkedField",
    "name": "pageInfo",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "hasNextPage",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "endCursor",
        "storageKey": null
      }
    ],
    "storageKey": null
  }
],
v2 = [
  {
    "kind": "Variable",
    "name": "after",
    "variableName": "after"
  },
  {
    "kind": "Literal",
    "name": "first",
    "value": 20
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "relaySitesQuery",
    "selections": [
      {
        "alias": "sites",
        "args": null,
        "concreteType": "SiteConnection",
        "kind": "LinkedField",
        "name": "__relay_sites_connection",
        "plural": false,
        "selections": (v1/*:: as any*/),
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "relaySitesQuery",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "SiteConnection",
        "kind": "LinkedField",
        "name": "sites",
        "plural": false,
        "selections": (v1/*:: as any*/),
        "storageKey": null
      },
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "filters": null,
        "handle": "connection",
        "key": "relay_sites",
        "kind": "LinkedHandle",
        "name": "sites"
      }
    ]
  },
  "params": {
    "cacheID": "5b248944d1776c0e34e3cdc9158a084a",
    "id": "cefedf0409e3bb545a7009fbf27f1a67ffba6eabfb35dcd5c066512623c0d3cd",
    "metadata": {
      "connection": [
        {
          "count": null,
          "cursor": "after",
          "direction": "forward",
          "path": [
            "sites"
          ]
        }
      ]
    },
    "name": "relaySitesQuery",
    "operationKind": "query",
    "text": "query relaySitesQuery(\n  $after: String\n) {\n  sites(first: 20, after: $after) {\n    edges {\n      node {\n        id\n        name\n        __typename\n      }\n      cursor\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "1ea78d563783e9a3783d51ed2f1d063e";

export default node;
