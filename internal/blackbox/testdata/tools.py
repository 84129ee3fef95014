"""Talks to a server with the official client of the Model Context Protocol, and writes what comes of it as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program: str, said: str) -> None:
    async with stdio_client(StdioServerParameters(command=program, args=["mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            hello = (await session.initialize()).model_dump(by_alias=True)
            await session.send_ping()
            out = {"version": hello["protocolVersion"], "name": hello["serverInfo"]["name"]}
            out["tools"] = [t.name for t in (await session.list_tools()).tools]
            for name, arguments in {
                "clean": {"text": said, "level": "light"},
                "explain": {"text": said},
                "formats": {},
                "wrong": {"text": said, "level": "heavy"},
            }.items():
                result = await session.call_tool("clean" if name == "wrong" else name, arguments)
                result = result.model_dump(by_alias=True, mode="json")
                out[name] = {"texts": [c["text"] for c in result["content"]], "error": result["isError"], "object": result.get("structuredContent")}
            print(json.dumps(out))


asyncio.run(main(*sys.argv[1:]))
